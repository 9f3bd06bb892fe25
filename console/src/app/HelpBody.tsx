import { helpMessages, helpTerms } from './help-messages.ts';
import { t } from './i18n.ts';

/** The signs of the page and its keys; most visits never open it. */
export function HelpBody() {
  const { sections } = t(helpMessages);
  return (
    <>
      <Signs />
      {sections.map(({ title, keys }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="keys">
            {keys.map(([key, description]) => (
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
    </>
  );
}

function Signs() {
  const { title, terms } = t(helpTerms);
  return (
    <section>
      <h3>{title}</h3>
      <dl class="terms">
        {terms.map(([term, explanation]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{explanation}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
