import {
  DockerfileParser,
  type From,
  type Instruction,
  type JSONInstruction,
  type PropertyInstruction,
} from 'dockerfile-ast';

/** What a container is started with: a shell's line, or a program and its arguments. */
export type CommandLine = { readonly shell: string } | { readonly exec: readonly string[] };

interface SourceText {
  /** The instruction as it is written. */
  readonly text: string;
}

export type Step = SourceText &
  (
    | { readonly kind: 'arg' | 'env'; readonly values: readonly (readonly [name: string, value: string | undefined])[] }
    | { readonly kind: 'workdir' | 'user'; readonly value: string }
    | { readonly kind: 'run' | 'cmd' | 'entrypoint' | 'healthcheck'; readonly command: CommandLine }
    | { readonly kind: 'volume'; readonly paths: readonly string[] }
    | {
        readonly kind: 'copy';
        readonly from: string | undefined;
        readonly chown: string | undefined;
        readonly sources: readonly string[];
        readonly destination: string;
      }
    /** Nothing to do: it only describes the image. */
    | { readonly kind: 'label' | 'expose' }
  );

export interface Stage {
  readonly name: string | undefined;
  /** An image, or the name of an earlier stage. */
  readonly base: string;
  readonly steps: readonly Step[];
}

/** Reads the stages of a Dockerfile. Throws on everything that {@link Step} has no kind for: nothing is passed over. */
export function readStages(text: string): readonly Stage[] {
  const stages: { name: string | undefined; base: string; steps: Step[] }[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const from = instruction as From;
      stages.push({ name: from.getBuildStage() ?? undefined, base: from.getImage() ?? '', steps: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw unsupported(instruction, 'comes before the first FROM');
    stage.steps.push(readStep(instruction));
  }
  return stages;
}

function unsupported(instruction: Instruction, reason: string): Error {
  return new Error(`Dockerfile, line ${instruction.getRange().start.line + 1}: ${instruction.getKeyword()} ${reason}`);
}

function readStep(instruction: Instruction): Step {
  const raw = instruction.getRawArgumentsContent() ?? '';
  const words = instruction.getArguments().map(String);
  const text = `${instruction.getKeyword()} ${raw}`;
  const keyword = instruction.getKeyword();
  switch (keyword) {
    case 'ARG':
    case 'ENV':
      return { kind: keyword === 'ARG' ? 'arg' : 'env', text, values: properties(instruction as PropertyInstruction) };
    case 'WORKDIR':
      return { kind: 'workdir', text, value: raw };
    case 'USER':
      return { kind: 'user', text, value: raw };
    case 'RUN':
      flagsOf(instruction, []);
      return { kind: 'run', text, command: commandLine(raw) };
    case 'CMD':
      return { kind: 'cmd', text, command: commandLine(raw) };
    case 'ENTRYPOINT':
      return { kind: 'entrypoint', text, command: commandLine(raw) };
    case 'HEALTHCHECK':
      if (words[0] !== 'CMD') throw unsupported(instruction, 'has no CMD');
      return { kind: 'healthcheck', text, command: commandLine(raw.slice(raw.indexOf('CMD') + 3).trim()) };
    case 'VOLUME':
      return { kind: 'volume', text, paths: words };
    case 'COPY': {
      const { from, chown } = flagsOf(instruction, ['from', 'chown']);
      const flags = [from && `--from=${from} `, chown && `--chown=${chown} `].filter(Boolean).join('');
      if (words.length < 2 || words.some((word) => /[*?[\]<$]/.test(word)))
        throw unsupported(instruction, 'with patterns, variables or inline files is not carried out here');
      return {
        kind: 'copy',
        text: `COPY ${flags}${words.join(' ')}`,
        from,
        chown,
        sources: words.slice(0, -1),
        destination: words.at(-1)!,
      };
    }
    case 'LABEL':
    case 'EXPOSE':
      return { kind: keyword === 'LABEL' ? 'label' : 'expose', text };
    default:
      throw unsupported(instruction, 'is not carried out here; teach scripts/image to, or do without');
  }
}

function properties(instruction: PropertyInstruction): [string, string | undefined][] {
  return instruction.getProperties().map((one) => [one.getName(), one.getValue() ?? undefined]);
}

function flagsOf(instruction: Instruction, supported: readonly string[]): Record<string, string | undefined> {
  const flags = (instruction as JSONInstruction).getFlags();
  const unknown = flags.find((flag) => !supported.includes(flag.getName()));
  if (unknown) throw unsupported(instruction, `with ${unknown} is not carried out here`);
  return Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? undefined]));
}

function commandLine(text: string): CommandLine {
  if (!text.startsWith('[')) return { shell: text };
  return { exec: JSON.parse(text) as string[] };
}
