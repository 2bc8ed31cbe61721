import { useLocation } from 'wouter';
import { ToolUseScreen } from '../tool-use/tool-use-screen.tsx';
import { ToolBrowser } from './tool-browser.tsx';
import { ToolComparison } from './tool-comparison.tsx';
import { ToolPageScreen } from './tool-page.tsx';

/** The service's Tools: search results, a single one, or side by side. */
export function CatalogueScreen() {
  const [path] = useLocation();
  if (path === '/catalogue/tool/use') return <ToolUseScreen />;
  if (path === '/catalogue/tool') return <ToolPageScreen />;
  if (path === '/catalogue/compare') return <ToolComparison />;
  return <ToolBrowser />;
}
