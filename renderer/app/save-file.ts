/** Downloads a same-origin URL through the browser. */
export function followLink(name: string, address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/**
 * Offers text or bytes as a download; the desktop app turns it into a native save dialog. A blob brings its
 * own type.
 */
export function saveFile(name: string, content: BlobPart, type?: string): void {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }))
  followLink(name, url)
  // Once started, the download holds its own reference; a minute is generous.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
