/**
 * Imported before anything else by every start of the program: whoever can set a variable for it, through a shortcut or
 * a desktop file for example, must not be able to have code of theirs loaded into the process that reads the key.
 */

import { realpathSync } from 'node:fs';

/**
 * Variables that make a runtime or a loader of native addons read another file, trust another certificate, or write down
 * what is encrypted.
 */
const UNTRUSTED = [
  /^NAPI_RS_/iu,
  // Options, paths, certificates, compiled code, where warnings are written, and what comes to be added.
  /^NODE_/iu,
  /^SSLKEYLOGFILE$/iu,
  // The system's certificates, which a proxy's variable beside it would make a way to read the key.
  /^SSL_CERT_(?:FILE|DIR)$/iu,
  /^ELECTRON_(?:RUN_AS_NODE|OVERRIDE_DIST_PATH)$/iu,
  // Engines of OpenSSL, and what the C library loads to turn one set of characters into another.
  /^(?:OPENSSL_(?:CONF|MODULES|ENGINES)|GCONV_PATH|GSS_MECH_CONFIG)$/iu,
  // Libraries that the toolkit of a Linux desktop loads into its program, once a window is wanted.
  /^(?:GTK\d?_(?:MODULES|PATH|EXE_PREFIX|IM_MODULE_FILE)|GDK_PIXBUF_MODULE(?:_FILE|DIR)|GIO_(?:EXTRA_MODULES|MODULE_DIR)|QT_(?:QPA_PLATFORM_)?PLUGIN_PATH)$/iu,
];
/** Kept where Node runs the program from its sources: whoever starts it there names certificates and options freely, and no toolkit is loaded. */
const OF_NODE = /^(?:NODE_(?!TLS_|BINDINGS_)|OPENSSL_|SSL_CERT_|G(?:TK|DK|IO)|QT_)/iu;

/**
 * Whether APPIMAGE names the image that this program runs from. It is started anew from it, named to assistants by it and
 * updated in its place; a program that an editor's image started, for example, has that editor's.
 */
function isOwnImage({ APPDIR = '' }: NodeJS.ProcessEnv, execPath: string): boolean {
  try {
    // It lies in a temporary folder, which may be a link.
    return APPDIR !== '' && execPath.startsWith(`${realpathSync(APPDIR)}/`);
  } catch {
    return false;
  }
}

/**
 * Removes untrusted variables from `env`, whatever their case: Windows does not tell them apart.
 * @param underNode true for the browser host and the commands, which Node itself started with its own variables
 * @returns the names that were removed
 */
export function removeUntrusted(
  env: NodeJS.ProcessEnv,
  underNode: boolean,
  execPath = process.execPath,
): string[] {
  const removed = Object.keys(env).filter((name) =>
    name === 'APPIMAGE'
      ? !underNode && !isOwnImage(env, execPath)
      : UNTRUSTED.some((pattern) => pattern.test(name)) && !(underNode && OF_NODE.test(name)),
  );
  for (const name of removed) delete env[name];
  return removed;
}

removeUntrusted(process.env, process.versions.electron === undefined);
