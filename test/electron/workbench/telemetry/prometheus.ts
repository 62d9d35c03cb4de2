import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Whether a real Prometheus is installed, as by Debian's package `prometheus`. */
export function hasPrometheus(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
    execFileSync('prometheus', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts a Prometheus with the data of an OpenMetrics text and nothing else. */
export async function startPrometheus(
  folder: string,
  openMetrics: string,
): Promise<{ url: string; stop(): void }> {
  const [source, data, config] = ['metrics.txt', 'data', 'prometheus.yml'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  writeFileSync(source, openMetrics)
  writeFileSync(config, 'scrape_configs: []\n')
  execFileSync('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', source, data], { stdio: 'ignore' })
  const port = await freePort()
  const kept = ['--storage.tsdb.retention.time=100y', `--storage.tsdb.path=${data}`]
  const child = spawn(
    'prometheus',
    [`--config.file=${config}`, ...kept, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${port}`
  const end = Date.now() + 30_000
  while (
    !(await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > end) throw new Error('Prometheus did not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url, stop: () => void child.kill() }
}
