/** Whether a host (without brackets) is a loopback address, which other machines cannot reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Whether an address is of this machine alone; a URL's host has IPv6 addresses in brackets. */
export const isLoopbackUrl = ({ hostname }: { readonly hostname: string }): boolean =>
  isLoopback(hostname.replaceAll(/[[\]]/g, ''))
