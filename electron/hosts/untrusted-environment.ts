/**
 * Imported first by every start of the program: whoever can set an environment variable, for example through a shortcut
 * or a desktop file, must not be able to load code into the process that reads the key.
 */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Variables that make a runtime or addon loader read other files, trust other certificates, or log decrypted traffic. */
const UNTRUSTED = [
  /^NAPI_RS_/iu,
  // Options, paths, certificates, compile caches, log files, and future additions.
  /^NODE_/iu,
  /^SSLKEYLOGFILE$/iu,
  // System certificates: together with a proxy variable they would let others read the key.
  /^SSL_CERT_(?:FILE|DIR)$/iu,
  /^ELECTRON_(?:RUN_AS_NODE|OVERRIDE_DIST_PATH)$/iu,
  // OpenSSL engines, and the C library's character-set converters.
  /^(?:OPENSSL_(?:CONF|MODULES|ENGINES)|GCONV_PATH|GSS_MECH_CONFIG)$/iu,
  // Libraries that Linux desktop toolkits load into a windowed program.
  /^(?:GTK\d?_(?:MODULES|PATH|EXE_PREFIX|IM_MODULE_FILE)|GDK_PIXBUF_MODULE(?:_FILE|DIR)|GIO_(?:EXTRA_MODULES|MODULE_DIR)|QT_(?:QPA_PLATFORM_)?PLUGIN_PATH)$/iu,
];
/** Kept when Node runs the program from source, where its user sets options freely and no toolkit is loaded. */
const OF_NODE = /^(?:NODE_(?!TLS_|BINDINGS_)|OPENSSL_|SSL_CERT_|G(?:TK|DK|IO)|QT_)/iu;

/** What a variable such as VK_DRIVER_FILES or LIBVA_DRIVER_NAME names: code for graphics, sound or a toolkit to load. */
const OF_CODE =
  /(?:^|_)(?:BACKENDS?|DRIVERS?|ENGINES?|ICD|LAYERS?|LIBRAR(?:Y|IES)|MODULES?|PLUGINS?|VENDORS?)(?:_|$)/iu;

/** Whether a variable names code by a path. A bare name, such as an input method's, is looked for where it is installed. */
const namesCode = (name: string, value = ''): boolean =>
  // The system's own loader has read these before any of the program ran.
  OF_CODE.test(name) && /[\\/]/u.test(value) && !/^(?:LD|DYLD)_/u.test(name);

/**
 * Whether APPIMAGE names the image that this program runs from. It is started anew from it, named to assistants by it and
 * updated in its place; a program that an editor's image started, for example, has that editor's. APPDIR proves nothing:
 * whoever sets the one variable sets the other. Only an image has this launcher beside the program.
 */
const isOwnImage = (execPath: string): boolean => existsSync(join(dirname(execPath), 'AppRun'));

/**
 * Removes untrusted variables from `env`, ignoring case as Windows does.
 * @param underNode true for the browser host and the commands, which Node has started with its own variables
 * @returns the removed names
 */
export function removeUntrusted(
  env: NodeJS.ProcessEnv,
  underNode: boolean,
  execPath = process.execPath,
): string[] {
  const removed = Object.keys(env).filter((name) =>
    name === 'APPIMAGE'
      ? !underNode && !isOwnImage(execPath)
      : underNode
        ? UNTRUSTED.some((pattern) => pattern.test(name)) && !OF_NODE.test(name)
        : UNTRUSTED.some((pattern) => pattern.test(name)) || namesCode(name, env[name]),
  );
  for (const name of removed) delete env[name];
  return removed;
}

removeUntrusted(process.env, process.versions.electron === undefined);
