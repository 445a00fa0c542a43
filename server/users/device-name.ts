import { deviceName } from '#contract/messages/mails/account-mails.ts'

/** The first that fits names the program: many browsers call themselves by others' names, too. */
const programs: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  // anchored, so that it is tried once and not from every place
  [/^(?=.*\bVersion\/\d).*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** What browsers send is far below; a longer name counts as none. */
const MOST_CHARACTERS = 1000

/** What a person calls the device that sends this User-Agent; of the header itself nothing is kept. */
export function nameDevice(userAgent = ''): string {
  const agent = userAgent.length > MOST_CHARACTERS ? '' : userAgent
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1]
  return deviceName(find(programs), find(systems))
}
