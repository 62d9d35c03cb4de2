import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
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
  /** Why what only the cluster of `kubernetes.sh` has is not tested: its accounts, its node, its way to a registry. */
  readonly foreign: string | undefined
  kubectl(...args: string[]): string
  /** With this as its input. */
  kubectlWith(input: string, ...args: string[]): string
  /** Lets its node reach a registry at the port that this returns, on the loopback of either. */
  openRegistry(): Promise<number>
  end(): Promise<void>
}

/** A cluster that runs already brings its client. */
const KUBECTL = spawnSync('kubectl', ['version', '--client']).status === 0 ? 'kubectl' : undefined

/**
 * A Kubernetes of one node in namespaces of its own, or the one whose kubeconfig is `ORRERY_TEST_CLUSTER`: any cluster whose nodes have
 * the image `ORRERY_TEST_IMAGE`. The suites of all backends then test it alone, in the namespace of the kubeconfig's context.
 */
export async function startCluster(): Promise<TestCluster> {
  const running = process.env['ORRERY_TEST_CLUSTER']
  const refused = running ? undefined : (noNamespaces() ?? missingPrograms(PROGRAMS))
  const isBuilt = refused === undefined && !(running && KUBECTL)
  const { folder, reason } = isBuilt ? await kubernetesPrograms() : { folder: '', reason: refused }
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
    execFileSync(isBuilt ? join(folder, 'bin/kubectl') : 'kubectl', args, { encoding: 'utf8', input }).trim()
  const own = dirname(process.env['KUBECONFIG'] ?? '')
  const isForeign = reason === undefined && !existsSync(join(own, 'registry-port'))
  const foreign = isForeign ? 'the cluster is not the one that the tests start' : reason
  const openRegistry = async (): Promise<number> => {
    const port = Number(readFileSync(join(own, 'registry-port'), 'utf8'))
    rmSync(join(own, 'registry.sock'), { force: true })
    await relay(join(own, 'registry.sock'), port)
    return port
  }
  return { reason, foreign, openRegistry, kubectl: (...args) => kubectlWith('', ...args), kubectlWith, end }
}
