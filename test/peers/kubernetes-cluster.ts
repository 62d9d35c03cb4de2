import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort, kubernetesPrograms, missingPrograms, noNamespaces, relay, startApart } from './peers.ts'

const PROGRAMS = {
  etcd: 'etcd-server',
  containerd: 'containerd',
  runc: 'runc',
  'docker-registry': 'docker-registry',
  openssl: 'openssl',
  busybox: 'busybox-static',
  ip: 'iproute2',
  '/usr/lib/cni/bridge': 'containernetworking-plugins',
}

export interface TestCluster {
  /** Why there is none. */
  readonly reason: string | undefined
  kubectl(...args: string[]): string
  /** With this as its input. */
  kubectlWith(input: string, ...args: string[]): string
  /** Lets its node reach a registry at the port that this returns, on the loopback of either. */
  openRegistry(): Promise<number>
  end(): Promise<void>
}

/**
 * A Kubernetes of one node in namespaces of its own, or the one whose kubeconfig is `ORRERY_TEST_CLUSTER`, started by `kubernetes.sh`
 * before. The suites of all backends then test it alone.
 */
export async function startCluster(): Promise<TestCluster> {
  const running = process.env['ORRERY_TEST_CLUSTER']
  const refused = running ? undefined : (noNamespaces() ?? missingPrograms(PROGRAMS))
  const { folder, reason } =
    refused === undefined ? await kubernetesPrograms() : { folder: '', reason: refused }
  let end = async (): Promise<void> => undefined
  if (reason === undefined) {
    process.env['ORRERY_TEST_BACKENDS'] = 'kubernetes'
    process.env['KUBECONFIG'] = running
    if (running === undefined) {
      const port = await freePort()
      const peer = await startApart('kubernetes', [folder, String(port), String(await freePort())])
      await relay(port, `${peer.folder}/api.sock`)
      process.env['KUBECONFIG'] = `${peer.folder}/kubeconfig`
      end = () => peer.end()
    }
  }
  const kubectlWith = (input: string, ...args: string[]): string =>
    execFileSync(join(folder, 'bin/kubectl'), args, { encoding: 'utf8', input }).trim()
  const openRegistry = async (): Promise<number> => {
    const own = dirname(process.env['KUBECONFIG'] ?? '')
    const port = Number(readFileSync(join(own, 'registry-port'), 'utf8'))
    rmSync(join(own, 'registry.sock'), { force: true })
    await relay(join(own, 'registry.sock'), port)
    return port
  }
  return { reason, openRegistry, kubectl: (...args) => kubectlWith('', ...args), kubectlWith, end }
}
