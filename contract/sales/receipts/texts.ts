export const receiptTexts = {
  title: (number: string) => `Receipt ${number}`,
  fileName: (number: number) => `receipt-${receiptNumberText(number)}.pdf`,
  page: (page: number, pages: number) => `page ${page} of ${pages}`,
  taxId: 'Tax ID',
  gaps: '□ stands for a character that cannot be printed here; the page of the order shows it.',
  download: 'Download PDF',
  downloaded: 'The receipt is among your downloads.',
  tooMany: (perHour: number) => `At most ${perHour} receipts an hour can be made. Please try again later.`,
} as const

/** The receipt number as printed on receipts, in mails and in file names: 42 becomes 000042. */
export function receiptNumberText(number: number): string {
  return String(number).padStart(6, '0')
}
