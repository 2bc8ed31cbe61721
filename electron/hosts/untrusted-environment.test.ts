import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeUntrusted } from './untrusted-environment.ts';

const names = (underNode: boolean) => {
  const env: NodeJS.ProcessEnv = {
    NAPI_RS_NATIVE_LIBRARY_PATH: '/tmp/evil.js',
    napi_rs_force_wasi: '1',
    NODE_PATH: '/tmp',
    NODE_COMPILE_CACHE: '/tmp/cache',
    Node_Redirect_Warnings: '/home/ada/.bashrc',
    NODE_BINDINGS_COMPILED_DIR: '/tmp/evil',
    NODE_EXTRA_CA_CERTS: '/tmp/ca.pem',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    SSL_CERT_FILE: '/tmp/ca.pem',
    Ssl_Cert_Dir: '/tmp/certificates',
    SSLKEYLOGFILE: '/tmp/keys',
    ELECTRON_RUN_AS_NODE: '1',
    HOME: '/home/ada',
    HTTPS_PROXY: 'http://proxy:8080',
  };
  removeUntrusted(env, underNode);
  return Object.keys(env);
};

it('removes every variable that has a file loaded into the packaged program', () => {
  expect(names(false)).toEqual(['HOME', 'HTTPS_PROXY']);
});

it.each([
  'NODE_OPTIONS',
  'NODE_V8_COVERAGE',
  'NODE_ICU_DATA',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_USE_ENV_PROXY',
  'NAPI_RS_FORCE_WASI',
  'ELECTRON_OVERRIDE_DIST_PATH',
  'GTK_MODULES',
  'GTK3_MODULES',
  'GTK_PATH',
  'GTK_IM_MODULE_FILE',
  'GDK_PIXBUF_MODULE_FILE',
  'GIO_EXTRA_MODULES',
  'GIO_MODULE_DIR',
  'QT_PLUGIN_PATH',
  'GCONV_PATH',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
  'OPENSSL_ENGINES',
  'GSS_MECH_CONFIG',
])('removes %s, whatever it holds', (name) => {
  const env = { [name]: '/tmp/evil', [name.toLowerCase()]: '1' };
  expect(removeUntrusted(env, false)).toHaveLength(2);
  expect(env).toEqual({});
});

it.each(['GTK_THEME', 'GTK_IM_MODULE', 'GDK_BACKEND', 'QT_QPA_PLATFORM'])('keeps %s', (name) => {
  expect(removeUntrusted({ [name]: 'x' }, false)).toEqual([]);
});

it('leaves Node its own variables where Node runs the program from its sources', () => {
  expect(names(true)).toEqual([
    'NODE_PATH',
    'NODE_COMPILE_CACHE',
    'Node_Redirect_Warnings',
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
    'Ssl_Cert_Dir',
    'HOME',
    'HTTPS_PROXY',
  ]);
});

describe('the image', () => {
  const place = mkdtempSync(join(tmpdir(), 'milepost-image-'));
  const mount = join(place, 'mount');
  const beside = join(place, 'mount-of-another');
  const link = join(place, 'link');
  mkdirSync(mount);
  mkdirSync(beside);
  symlinkSync(mount, link);
  const removed = (APPDIR: string | undefined, execPath: string) =>
    removeUntrusted({ APPIMAGE: '/home/ada/A.AppImage', APPDIR }, false, execPath);

  it.each([[undefined], [''], [beside], [join(place, 'moun')], [join(place, 'gone')]])(
    'of another program, which started this one, is removed (in %s)',
    (folder) => {
      expect(removed(folder, join(mount, 'milepost'))).toEqual(['APPIMAGE']);
    },
  );

  it.each([[mount], [link]])('that the program lies in is kept (in %s)', (folder) => {
    expect(removed(folder, join(mount, 'milepost'))).toEqual([]);
  });
});
