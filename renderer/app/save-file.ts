/** Offers a text or bytes as a download, which the desktop app turns into the system's save dialog. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the address by then; a minute is generous.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
