import { useEffect, useRef, useState } from 'preact/hooks';
import { cachedRequest } from '../api/response-cache.ts';
import { t } from '../app/i18n.ts';
import type { Entry } from '../find/entry.ts';
import { WordList } from '../find/WordList.tsx';
import { rhymeMessages } from './messages.ts';
import { RHYME_PATH, type RhymeGroup, type Rhymes } from './rhyme-state.ts';

type RhymeQuery = Readonly<Record<string, string | number | boolean | undefined>>;

interface RhymeGroupsProps {
  readonly rhymes: Rhymes;
  /** What was asked, to ask for more of one group. */
  readonly query: RhymeQuery;
  /** Pitch levels that fit the line's last note; none where nothing is known of it. */
  readonly levels: readonly number[];
  readonly isBusy: boolean;
}

export function RhymeGroups({ rhymes, query, levels, isBusy }: RhymeGroupsProps) {
  const container = useRef<HTMLDivElement>(null);
  const chosen = levels.join();
  // The group that fits the last note comes into sight by itself.
  // Other rhymes have other groups.
  useEffect(() => {
    if (chosen !== '') container.current?.querySelector('.rhyme-group.fitting')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, rhymes]);
  return (
    <div ref={container} class="rhyme-groups" aria-busy={isBusy}>
      {rhymes.groups.map((group) => (
        <Group
          key={`${JSON.stringify(query)} ${group.end_tone}`}
          group={group}
          query={query}
          isFitting={levels.includes(group.pitch_level)}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  readonly group: RhymeGroup;
  readonly query: RhymeQuery;
  readonly isFitting: boolean;
}

function Group({ group, query, isFitting }: GroupProps) {
  const text = t(rhymeMessages);
  const list = useRef<HTMLOListElement>(null);
  const [added, setAdded] = useState<readonly Entry[]>([]);
  const words = [...group.words, ...added];
  const remainingCount = group.count - words.length;
  const level = text.level[group.pitch_level] ?? String(group.pitch_level);
  const title = text.group(level, group.end_tone, group.count.toLocaleString());

  const showMore = async () => {
    const moreQuery = { ...query, end_tone: group.end_tone, offset: words.length, limit: 100 };
    const result = await cachedRequest<Rhymes>(RHYME_PATH, { query: moreQuery });
    if (result.kind === 'ok') setAdded([...added, ...(result.data.groups[0]?.words ?? [])]);
  };
  return (
    <section class={isFitting ? 'rhyme-group fitting' : 'rhyme-group'} aria-label={title}>
      <h3 class={`rhyme-title level-${group.pitch_level}`}>
        {title}
        {isFitting && <span class="rhyme-fits">{text.fits}</span>}
      </h3>
      <WordList list={list} words={words} label={title} />
      {remainingCount > 0 && (
        <button type="button" class="quiet rhyme-more" onClick={() => void showMore()}>
          {text.more(remainingCount.toLocaleString())}
        </button>
      )}
    </section>
  );
}
