import fc from 'fast-check';

/** In CI every run tries the same cases, so that a build fails for its own change alone; elsewhere each run tries others. */
const CI_SEED = 20_261_129;

if (process.env.CI) fc.configureGlobal({ seed: CI_SEED });

const [FIRST_SURROGATE, SURROGATES, CODE_POINTS] = [0xd800, 0x800, 0x110000];

/** Any character but surrogates. As fast-check's own unit `binary`, which makes a table of all of Unicode first: 2 s of processor. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: CODE_POINTS - SURROGATES - 1 })
  .map((at) => String.fromCodePoint(at < FIRST_SURROGATE ? at : at + SURROGATES));

export default fc;
