/**
 * Imported before anything else: configures the page's libraries for the policy that the host sends with it. No script
 * may be created from text, and a style added at run time must carry the page's nonce.
 */
import { config } from 'zod';

declare global {
  /** Where `get-nonce`, which Mantine's dialogs use to lock scrolling, looks for the nonce. */
  var __webpack_nonce__: string | undefined;
}

// Otherwise zod tries `new Function` when creating its schemas, and the browser reports a violation.
config({ jitless: true });

/** Where browsers support it; TypeScript's own types do not include it yet. */
type TrustedTypes = {
  createPolicy(name: 'default', rules: { createHTML: (text: string) => string | null }): unknown;
};

/**
 * Mantine writes its styles as the text of style elements, which counts as markup. Text without a tag is allowed, as it
 * can only become text. Markup, scripts and script URLs have no policy here, and so are refused.
 */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

globalThis.__webpack_nonce__ = nonce;

/** The page's nonce; empty where the host sends no policy, as in hot reload. */
export const styleNonce = (): string => nonce;
