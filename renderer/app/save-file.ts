/** Hands what an address of our own names to the browser's own downloads. */
export function followLink(name: string, address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Offers a text or bytes as a download, which the desktop app turns into the system's save dialog. A blob has its own type. */
export function saveFile(name: string, content: BlobPart, type?: string): void {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }))
  followLink(name, url)
  // The download has its own hold on the content once it began; a minute is generous.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
