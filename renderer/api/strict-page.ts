/**
 * Imported before anything else: what the libraries of the page must know of the policy that the host sends with it.
 * No script may be made from text, and a style that is written at run time must carry the page's nonce.
 */
import { config } from 'zod';

declare global {
  /** Where `get-nonce`, which Mantine's dialogs use to lock scrolling, looks for the nonce. */
  var __webpack_nonce__: string | undefined;
}

// Otherwise zod tries `new Function` while its schemas are made, and the browser reports it as a violation.
config({ jitless: true });

/** As far as browsers have them; TypeScript's own types do not know them yet. */
type TrustedTypes = {
  createPolicy(name: 'default', rules: { createHTML: (text: string) => string | null }): unknown;
};

/**
 * Mantine writes its styles as the text of style elements, which counts as markup. Text without a tag is let through:
 * nothing but text can come of it. Markup, scripts and addresses of scripts have no rule here, and so are refused.
 */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

globalThis.__webpack_nonce__ = nonce;

/** The nonce of the page as it was served; empty where the host sends no policy, as in hot reload. */
export const styleNonce = (): string => nonce;
