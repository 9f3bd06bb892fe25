import fc from 'fast-check';

/** In CI every run tries the same cases, so that a build fails for its own change alone; elsewhere each run tries others. */
const CI_SEED = 20_261_129;

if (process.env.CI) fc.configureGlobal({ seed: CI_SEED });

export default fc;
