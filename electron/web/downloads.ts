import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Download } from '../workbench/sandboxes/downloads.ts'

/** Where a page fetches a file that it was given a ticket for. */
export const DOWNLOADS = '/download/'

/** Who knows what a ticket is for. */
export interface TicketDesk {
  take(ticket: string): Download | undefined
}

/**
 * Whether a request can be a page's own. Browsers say where a request comes from; another program on this machine that is open in the
 * same browser is the same *site* and is sent our cookie, yet is not the same origin.
 */
export function isOwnFetch({ headers }: IncomingMessage): boolean {
  const from = headers['sec-fetch-site']
  return from === undefined || from === 'same-origin'
}

/**
 * Streams a file to the browser's downloads. Whatever it holds, it is never shown as a page: it is an attachment of no particular type,
 * and were it shown, it could run nothing.
 */
export async function sendDownload(download: Download, response: ServerResponse): Promise<void> {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': download.size,
    'content-disposition': attachment(download.name),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'accept-ranges': 'none',
  })
  await download.sendTo(response)
}

/** A `Content-Disposition` (RFC 6266) with the name twice: in ASCII, and as it is (RFC 8187). No name can end the header. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(Buffer.from(name).toString()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
