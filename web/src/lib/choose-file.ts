/** Has somebody choose one file of these media types; nothing happens when they choose none. */
export function chooseFile(accept: string, onChoose: (file: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) onChoose(file)
  })
  input.click()
}
