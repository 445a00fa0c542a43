/** Errors of formulas: "#NAME?", "#WERT!", "#¿NOMBRE?", "#ДЕЛ/0!"; those without a sign at the end; a column too narrow. */
const ERROR =
  /^(?:#[¡¿]?[\p{Lu}_]+(?:\/0)?[!?]|#(?:N\/[ABD]!?|NV|I\/T|Н\/Д|YOK|HIÁNYZIK|GETTING_DATA|DATEN_ABRUFEN|NENÍ_K_DISPOZICI)|#{3,}|(?:Err|Fehler|Erreur|Error): ?5\d\d)$/u

/** "1.23E+05" and "1,23E+05"; with a minus only with decimals, as 1E-05 may be a number; "4.0113100E10" is Java's. */
const SCIENTIFIC = /^(?:-?\d{1,3}(?:[.,]\d+)?[Ee]\+\d{1,3}|-?\d[.,]\d+[Ee]-\d{2,3}|\d\.\d{5,}E\d{1,2})$/

/** Whole dates with a year of four digits. Without it, or with dashes, "12-05" and "12/05/24" are numbers. */
const DATE =
  /^(?:(?:0?[1-9]|[12]\d|3[01])([./])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d\d|(?:19|20)\d\d([-/])(?:0[1-9]|1[0-2])\2(?:0[1-9]|[12]\d|3[01]))(?:[ T]\d\d?:\d\d(?::\d\d(?:\.\d{3})?)?(?: ?[AP]M|Z)?)?$/
/** A number that a program has read as one with decimals, which would resemble that of another part without the point. */
const FLOAT = /^\d{2,}\.0$/
const TIME = /^\d{1,2}:[0-5]\d:[0-5]\d(?: ?[AP]M)?$/
const EASTERN_DATE = /^(?:\d{4}[年년] ?)?\d{1,2}[月월](?: ?\d{1,2}[日일])?$/

/** Locales of spreadsheets whose dates have a month's name. */
const LOCALES =
  'bg cs da de de-AT el en en-AU en-GB es es-MX et fi fr fr-CA hr hu id it lt lv nb nl pl pt pt-PT ro ru sk sl sr sv tr uk'
/** Spellings of spreadsheets that differ from those of CLDR. */
const SPELLINGS =
  'Mrz Mär Sep Sept sep set May may maj май мая máj Okt Dez mars juin juil févr août déc Tem Haz'
const STYLES = [
  { day: 'numeric', month: 'short' },
  { day: 'numeric', month: 'long' },
  { month: 'short' },
] as const satisfies Intl.DateTimeFormatOptions[]

function monthsOf(locale: string): string[] {
  return STYLES.flatMap((style) => {
    const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, at) => {
      const parts = format.formatToParts(Date.UTC(2025, at, 12))
      return parts.find(({ type }) => type === 'month')?.value.replace(/\.$/, '') ?? ''
    })
  }).filter((name) => /^\p{L}{3,}$/u.test(name))
}

const months = [...new Set([...LOCALES.split(' ').flatMap(monthsOf), ...SPELLINGS.split(' ')])]

/** In the case of letters in which spreadsheets write them: "12-May", "12. Mai", "12-mai", "mai-12", "May 12, 2024". */
const NAMED_DATE = new RegExp(
  `^(?:\\d{1,2}(?:[-/. ]|\\. ?| de )(?:${months.join('|')})\\.?(?:(?:[-/., ]| de )(?:\\d\\d|\\d{4}))?` +
    `|(?:${months.join('|')})\\.?[-/. ](?:\\d\\d|\\d{1,2}, \\d{4}|\\d{4}))$`,
  'u',
)

const MAX_CHARACTERS = 60

/** Whether a spreadsheet writes this text in place of a formula that it could not compute. */
export function isFormulaError(text: string): boolean {
  return text.length <= MAX_CHARACTERS && ERROR.test(text)
}

/** Whether a spreadsheet writes this text in place of a part number, which it took for a number, date or formula. */
export function isSpoiltNumber(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false
  return [ERROR, SCIENTIFIC, FLOAT, DATE, TIME, EASTERN_DATE, NAMED_DATE].some((pattern) =>
    pattern.test(text),
  )
}
