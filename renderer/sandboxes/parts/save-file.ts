/** Hands what an address of our own names to the browser's own downloads. */
export function followLink(name: string, address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Hands a file to the browser's own downloads. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  followLink(name, url)
  // The download has its own hold on the content once it began.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
