/** Problems of untrusted certificates, by OpenSSL's and Node's error codes, and how to fix them. */
const CERTIFICATES: readonly (readonly [codes: RegExp, lacks: string, helps: string])[] = [
  [/SELF_SIGNED/, 'it is self-signed, or signed by an authority of its own', 'trust'],
  [
    /UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_UNTRUSTED/,
    'the authority that signed it is not known here',
    'trust',
  ],
  [/CERT_HAS_EXPIRED/, 'it has expired', 'renew it on the server, or set this machine’s clock'],
  [/CERT_NOT_YET_VALID/, 'it is not valid yet', 'set the clock of this machine or of the server'],
  [/ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH/, 'it is for another name', 'use the name that it is for'],
  [/^CERT_|_CERT|CERTIFICATE/, 'it cannot be used', 'look at it with openssl s_client'],
]

const TRUST =
  'if you trust it, name a PEM file of it or of its authority in NODE_EXTRA_CA_CERTS, or add that to this system’s store'

/** Explains why a URL could not be reached and what to do; undefined if there was any response. */
export function unreachable(url: string, error: unknown): string | undefined {
  const { cause } = error as { readonly cause?: { readonly code?: unknown; readonly message?: string } }
  // Only requests that could not be sent have a cause.
  const code = typeof cause?.code === 'string' ? cause.code : cause?.message
  if (code === undefined) return undefined
  const [, lacks, helps] = CERTIFICATES.find(([codes]) => codes.test(code)) ?? []
  if (lacks === undefined) return `${url} cannot be reached (${code})`
  // Node lists the names that the certificate is valid for.
  const names = /.*altnames: (.+)$/.exec(cause?.message ?? '')?.[1]
  const which = names === undefined || !code.includes('ALTNAME') ? '' : ` (${names})`
  return `the certificate of ${new URL(url).host} is not trusted: ${lacks}${which}, ${code}; ${helps === 'trust' ? TRUST : helps}`
}
