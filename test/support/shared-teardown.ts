export { tearDown as default } from './shared-setup.ts';
