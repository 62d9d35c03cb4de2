import { choice, number, text } from './setting.ts'

/** What concerns the sandbox platform that Orrery brings along; each takes effect with its restart. */
export const sandboxSettings = {
  /** What isolates sandboxes; `process` isolates nothing and is never chosen by itself. */
  runtime: choice('sandboxes.runtime', 'auto', [
    'auto',
    'docker',
    'podman',
    'bubblewrap',
    'namespaces',
    'process',
  ]),
  /** What new sandboxes reach that ask for nothing else. */
  network: choice('sandboxes.network', 'own', ['own', 'none', 'allow', 'shared']),
  /** `HOST[:PORT],…`, for `allow`. */
  allowedHosts: text('sandboxes.allowedHosts', '', /^[^\s,]+(?:\s*,\s*[^\s,]+)*$/),
  /** 0: another port and another token at each start. */
  port: number('sandboxes.port', 0, { min: 0, max: 65_535, unit: '' }),
} as const
