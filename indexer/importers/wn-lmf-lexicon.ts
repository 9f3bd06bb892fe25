import type { ImportResult } from './importer.ts';
import { xmlEvents } from './xml-events.ts';

export interface LmfEntry {
  readonly line: number;
  lemma: string;
  /** `n`, `v`, `a`, `s`, `r` and what else the format allows. */
  pos: string;
  /** `Hant`, `Hans`, or ''. */
  script: string;
  /** Jyutping as the file has it. */
  readonly pronunciations: string[];
  readonly senses: { readonly id: string; readonly synset: string }[];
}

/** One `<Lexicon>`: its parts refer forward and back to each other, so that it is held whole. */
export interface LmfLexicon {
  readonly language: string;
  readonly entries: LmfEntry[];
  /** Ids of senses. */
  readonly antonyms: { readonly from: string; readonly to: string; readonly line: number }[];
  /** First definition of each synset. */
  readonly definitions: Map<string, string>;
}

type Attributes = ReadonlyMap<string, string>;

const JYUTPING = /^[a-z1-6\s]+$/i;

/** Builds a lexicon from the tags inside it. */
function lexiconBuilder(language: string) {
  const lexicon: LmfLexicon = { language, entries: [], antonyms: [], definitions: new Map() };
  let entry: LmfEntry | undefined;
  let synset = '';
  let sense = '';
  const addPronunciation = (text: string, kind: string) => {
    // Other romanisations may stand beside jyutping.
    const isJyutping = /jyutping/i.test(kind) || (kind === '' && /[1-6]$/.test(text));
    if (entry && isJyutping && JYUTPING.test(text)) entry.pronunciations.push(text);
  };
  const openers: Readonly<Record<string, (attrs: Attributes, line: number) => void>> = {
    LexicalEntry: (_, line) => {
      entry = { line, lemma: '', pos: '', script: '', pronunciations: [], senses: [] };
      lexicon.entries.push(entry);
    },
    Lemma: (attrs) => {
      if (!entry) return;
      entry.lemma = (attrs.get('writtenForm') ?? '').normalize('NFC');
      entry.pos = attrs.get('partOfSpeech') ?? '';
      entry.script = attrs.get('script') ?? '';
    },
    Form: (attrs) => addPronunciation(attrs.get('writtenForm') ?? '', attrs.get('script') ?? 'other'),
    Sense: (attrs) => {
      sense = attrs.get('id') ?? '';
      entry?.senses.push({ id: sense, synset: attrs.get('synset') ?? '' });
    },
    SenseRelation: (attrs, line) => {
      if (attrs.get('relType') === 'antonym')
        lexicon.antonyms.push({ from: sense, to: attrs.get('target') ?? '', line });
    },
    Synset: (attrs) => {
      synset = attrs.get('id') ?? '';
    },
  };
  return {
    lexicon,
    open: (name: string, attrs: Attributes, line: number) => openers[name]?.(attrs, line),
    text(element: string, attributes: Attributes, text: string) {
      if (element === 'Pronunciation') {
        const kind = `${attributes.get('notation') ?? ''}${attributes.get('variety') ?? ''}`;
        addPronunciation(text, /jyutping/i.test(kind) ? 'jyutping' : /pinyin|ipa|yale/i.test(kind) ? 'other' : '');
      } else if (element === 'Definition' && !lexicon.definitions.has(synset)) lexicon.definitions.set(synset, text);
    },
  };
}

/** The lexicons of a file, each when it has been read to its end; a fault of the XML is the last that comes. */
export async function* lmfLexicons(
  path: string,
): AsyncGenerator<LmfLexicon | Extract<ImportResult, { problem: unknown }>> {
  let builder: ReturnType<typeof lexiconBuilder> | undefined;
  let element = '';
  let attributes: Attributes = new Map();
  let text = '';
  for await (const event of xmlEvents(path)) {
    if (event.kind === 'problem') yield { problem: event.problem };
    else if (event.kind === 'text') text += event.text;
    else if (event.kind === 'open') {
      [element, attributes, text] = [event.name, event.attributes, ''];
      if (event.name === 'Lexicon') builder = lexiconBuilder(event.attributes.get('language') ?? '');
      else builder?.open(event.name, event.attributes, event.line);
    } else {
      const content = text.replace(/\s+/g, ' ').trim();
      if (event.name === element && content !== '') builder?.text(element, attributes, content);
      [element, text] = ['', ''];
      if (event.name === 'Lexicon' && builder) yield builder.lexicon;
      if (event.name === 'Lexicon') builder = undefined;
    }
  }
}
