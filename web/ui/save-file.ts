/** Puts a fetched file among the reader's downloads, under its name. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // the browser reads it after this click: gone at once, it would be saved empty
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
