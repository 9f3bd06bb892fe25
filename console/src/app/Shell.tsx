import { useEffect } from 'preact/hooks';
import { FindColumn } from '../find/FindColumn.tsx';
import { WordCard } from '../word/WordCard.tsx';
import { CurrentLineStrip } from '../write/CurrentLineStrip.tsx';
import { SongRail } from '../write/SongRail.tsx';
import { WriteColumn } from '../write/WriteColumn.tsx';
import { Button } from './controls.tsx';
import { HelpSheet } from './HelpSheet.tsx';
import { t } from './i18n.ts';
import { addShortcuts } from './keyboard.ts';
import { Lazy } from './lazy.tsx';
import { PageNotice, Toasts } from './notices.tsx';
import { layout, PANES, pane, showPane, showWordTool, TOOLS, type Tool, tool, view } from './route.ts';
import { TopBar } from './TopBar.tsx';
import '../styles/sheet.css';
import '../styles/shell.css';
import { focusSlot } from '../write/state/cursor.ts';
import { repairs } from '../write/state/repairs.ts';
import { store } from '../write/state/store.ts';

/** Leads to the words for the place of the cursor: to the first of them, or to the field where there are none. */
function focusResults(): void {
  showWordTool();
  // A phone shows the column only now.
  requestAnimationFrame(() => {
    const tools = document.querySelector('.tool');
    const word = tools?.querySelector<HTMLElement>('.word-row[tabindex="0"]');
    (word ?? tools?.querySelector<HTMLElement>('input'))?.focus();
  });
}

/** Prints a singer's sheet, not the desk: shows it first. */
function printSheet(): void {
  if (view.peek() === 'desk') location.hash = '#sheet';
  else print();
}

function leaveResults(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  event.preventDefault();
  showPane('write');
  focusSlot();
}

/** The whole page: the desk with its three columns, or the usage page. */
export function Shell() {
  useEffect(
    () =>
      addShortcuts([
        { key: 'f', alt: true, inFields: true, run: focusResults },
        { key: 'p', ctrl: true, inFields: true, run: printSheet },
      ]),
    [],
  );
  return (
    <div class="shell">
      {view.value === 'desk' && (
        <a class="skip" href="#lyrics">
          {t('shell.skip')}
        </a>
      )}
      <TopBar />
      <PageNotice />
      {view.value === 'desk' ? (
        <Desk />
      ) : (
        <main ref={focusNow} class="page" tabIndex={-1}>
          <Lazy load={view.value === 'usage' ? loadUsagePage : loadSheetPage} />
        </main>
      )}
      <Toasts />
      <HelpSheet />
    </div>
  );
}

/** Else the focus is lost with the desk. */
function focusNow(page: HTMLElement | null): void {
  page?.focus({ preventScroll: true });
}

function Desk() {
  return (
    <div class="desk" data-pane={pane.value}>
      {layout.value !== 'two' && (
        <nav class="column rail" aria-label={t('shell.song')}>
          <h2 class="visually-hidden">{t('shell.song')}</h2>
          <SongRail />
        </nav>
      )}
      <main class="column lyrics" id="lyrics" aria-label={t('shell.write')} tabIndex={-1}>
        <h2 class="visually-hidden">{t('shell.write')}</h2>
        <WriteColumn />
      </main>
      <aside class="column tools" aria-label={t('shell.tools')} onKeyDown={leaveResults}>
        <h2 class="visually-hidden">{t('shell.tools')}</h2>
        <ToolTabs />
        {layout.value === 'one' && <CurrentLineStrip />}
        <div class="tool" role="tabpanel" aria-label={t(`shell.${tool.value}`)}>
          <ToolPanel />
        </div>
        <WordCard />
      </aside>
      <PaneBar />
      <WriteDialogs />
    </div>
  );
}

function ToolPanel() {
  switch (tool.value) {
    case 'song':
      return layout.value === 'two' ? <SongRail /> : null;
    case 'find':
      return <FindColumn />;
    case 'rhyme':
      return <Lazy load={loadRhymePanel} />;
  }
}

function ToolTabs() {
  const chosen = tool.value;
  const shown: readonly Tool[] = layout.value === 'two' ? TOOLS : ['find', 'rhyme'];
  const go = (step: number) => {
    const next = shown[(shown.indexOf(chosen) + step + shown.length) % shown.length]!;
    showPane(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tool-tabs" role="tablist" aria-label={t('shell.tools')}>
      {shown.map((one) => (
        <Button
          key={one}
          role="tab"
          id={`tab-${one}`}
          aria-selected={one === chosen}
          tabIndex={one === chosen ? 0 : -1}
          onClick={() => showPane(one)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowLeft') go(-1);
            else if (event.key === 'ArrowRight') go(1);
          }}
          text={t(`shell.${one}`)}
        />
      ))}
    </div>
  );
}

/** On a phone: one column at a time. */
function PaneBar() {
  return (
    <nav class="pane-bar" aria-label={t('shell.panes')}>
      {PANES.map((one) => (
        <Button
          key={one}
          aria-current={one === pane.value ? 'page' : undefined}
          onClick={() => showPane(one)}
          text={t(`shell.${one}`)}
        />
      ))}
    </nav>
  );
}

const loadUsagePage = async () => (await import('../usage/UsagePage.tsx')).UsagePage;
const loadRhymePanel = async () => (await import('../rhyme/RhymePanel.tsx')).RhymePanel;
const loadSheetPage = async () => (await import('../handover/SheetPage.tsx')).SheetPage;

const loadPreview = () => import('../write/view/MelodyPreview.tsx').then(({ MelodyPreview }) => MelodyPreview);
const loadRepairs = () => import('../write/view/RepairList.tsx').then(({ RepairList }) => RepairList);

/** The dialogs of the lyrics, outside of their column: a phone may show another one, and they would be hidden with it. */
function WriteDialogs() {
  return (
    <>
      <Lazy load={loadPreview} isWanted={(store.melodyLoad.value ?? store.encodingQuestion.value) !== null} />
      <Lazy load={loadRepairs} isWanted={repairs.value !== null} />
    </>
  );
}
