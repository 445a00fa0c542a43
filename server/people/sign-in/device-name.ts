import { deviceName } from '#contract/people/users/mail-texts.ts'

const programs: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  // anchored, so that the match is linear
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

const MAX_CHARACTERS = 1000

/** A name for the device that sends this User-Agent, such as "Chrome on Windows"; the header itself is not stored. */
export function nameDevice(userAgent = ''): string {
  const agent = userAgent.length > MAX_CHARACTERS ? '' : userAgent
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1]
  return deviceName(find(programs), find(systems))
}
