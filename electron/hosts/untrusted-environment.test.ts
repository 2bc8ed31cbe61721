import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
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

it.each([
  'VK_ICD_FILENAMES',
  'VK_DRIVER_FILES',
  'VK_ADD_LAYER_PATH',
  'LIBGL_DRIVERS_PATH',
  'LIBVA_DRIVERS_PATH',
  'VDPAU_DRIVER_PATH',
  '__EGL_VENDOR_LIBRARY_FILENAMES',
  'GBM_BACKENDS_PATH',
  'GST_PLUGIN_SYSTEM_PATH_1_0',
  'PIPEWIRE_MODULE_DIR',
  'OCL_ICD_VENDORS',
  'PKCS11_MODULE',
  'NEW_TOOLKIT_PLUGIN_DIR',
  // A name that leads out of the folder it is looked for in.
  'LIBVA_DRIVER_NAME',
  'GTK_IM_MODULE',
])('removes %s where it names a file, whatever reads it', (name) => {
  for (const value of ['/tmp/evil.so', '../../tmp/evil', 'C:\\evil.dll'])
    expect(removeUntrusted({ [name]: value }, false)).toEqual([name]);
  expect(removeUntrusted({ [name]: '/tmp/mine.so' }, true)).toEqual([]);
});

it.each([
  ['LIBVA_DRIVER_NAME', 'iHD'],
  ['GTK_IM_MODULE', 'ibus'],
  ['GBM_BACKEND', 'nvidia-drm'],
  ['SDL_VIDEODRIVER', 'wayland'],
  ['XDG_DATA_DIRS', '/usr/share'],
  ['GSETTINGS_SCHEMA_DIR', '/tmp/.mount/usr/share/glib-2.0/schemas'],
  ['LD_LIBRARY_PATH', '/tmp/.mount/usr/lib'],
  ['DBUS_SESSION_BUS_ADDRESS', 'unix:path=/run/user/1000/bus'],
])('keeps %s=%s, which a desktop or a launcher sets', (name, value) => {
  expect(removeUntrusted({ [name]: value }, false)).toEqual([]);
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
  const image = mkdtempSync(join(tmpdir(), 'milepost-image-'));
  const installed = mkdtempSync(join(tmpdir(), 'milepost-installed-'));
  writeFileSync(join(image, 'AppRun'), '');
  mkdirSync(join(image, 'within'));
  const removed = (APPDIR: string | undefined, execPath: string) =>
    removeUntrusted({ APPIMAGE: '/home/ada/A.AppImage', APPDIR }, false, execPath);

  it.each([[undefined], [''], ['/'], [tmpdir()], [installed], [image]])(
    'of another program, which started this one, is removed, whatever folder is said to be its own: %s',
    (folder) => {
      expect(removed(folder, join(installed, 'milepost'))).toEqual(['APPIMAGE']);
      expect(removed(folder, join(image, 'within', 'milepost'))).toEqual(['APPIMAGE']);
    },
  );

  it.each([[image], [undefined]])('that the program lies in is kept (%s)', (folder) => {
    expect(removed(folder, join(image, 'milepost'))).toEqual([]);
  });
});
