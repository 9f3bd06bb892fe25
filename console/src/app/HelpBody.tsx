import { texts } from './i18n.ts';

/** The signs of the page, its searches and its keys; most visits never open it. */
export function HelpBody() {
  const { signs, search, keys, onMac } = texts().help;
  return (
    <>
      {[signs, search].map(({ title, rows }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class={rows === search.rows ? 'terms search-terms' : 'terms'}>
            {rows.map(([term, explanation]) => (
              <div key={term}>
                <dt class="han">{term}</dt>
                <dd>{explanation}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {keys.map(({ title, rows }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="keys">
            {rows.map(([key = '', description]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p class="help">{onMac}</p>
    </>
  );
}
