import { choice, number } from './setting.ts'

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
  network: choice('sandboxes.network', 'shared', ['shared', 'private']),
  /** 0: another port and another token at each start. */
  port: number('sandboxes.port', 0, { min: 0, max: 65_535, unit: '' }),
} as const
