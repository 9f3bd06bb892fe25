import './styles/tokens.css';
import './styles/base.css';
import { render } from 'preact';
import { applyLanguage } from './app/i18n.ts';
import { Shell } from './app/Shell.tsx';
import { applyTheme } from './app/theme.ts';
import { registerServiceWorker } from './offline/register-service-worker.ts';

applyTheme();
applyLanguage();
render(<Shell />, document.getElementById('app')!);
registerServiceWorker();
