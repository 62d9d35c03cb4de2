/** Shows the file picker and reads the chosen files as text. */
export function openFiles(accept: string): Promise<{ readonly name: string; readonly text: string }[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.multiple = true
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve([]))
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      void Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))).then(
        resolve,
      )
    })
    input.click()
  })
}
