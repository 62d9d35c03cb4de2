/**
 * Forwards connections: `relay.mjs FROM TO`, each a loopback port or a socket path. A socket in a folder
 * connects into and out of namespaces. Prints `ready`; with `held` as a third argument it ends with its
 * stdin.
 */
import { connect, createServer } from 'node:net'

const [from, to] = process.argv
  .slice(2, 4)
  .map((end) => (end.includes('/') ? { path: end } : { host: '127.0.0.1', port: Number(end) }))

if (process.argv[4] === 'held') process.stdin.on('end', () => process.exit()).resume()

createServer({ allowHalfOpen: true }, (near) => {
  const far = connect({ ...to, allowHalfOpen: true })
  near.pipe(far).pipe(near)
  near.on('error', () => far.destroy())
  far.on('error', () => near.destroy())
}).listen(from, () => console.log('ready'))
