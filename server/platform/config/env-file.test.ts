import { expect, test } from 'vitest'
import { parseEnvFile } from './env-file.ts'

const read = (text: string, encoding: BufferEncoding = 'utf8') => parseEnvFile(Buffer.from(text, encoding))

const production = { STORE_MODE: 'production', PORT: '4000' }

test.each([
  ['as it is', 'STORE_MODE=production\nPORT=4000\n'],
  ['a byte order mark', '\uFEFFSTORE_MODE=production\nPORT=4000\n'],
  ['line ends of Windows', 'STORE_MODE=production\r\nPORT=4000\r\n'],
  ['line ends of old Macs', 'STORE_MODE=production\rPORT=4000'],
  ['line separators of a word processor', 'STORE_MODE=production\u2028PORT=4000'],
  ['export', 'export STORE_MODE=production\nexport\tPORT=4000'],
  ['spaces and tabs', '  STORE_MODE = production \n\tPORT\t=\t4000\t'],
  ['spaces that do not break', '\u00A0STORE_MODE=\u00A0production\u00A0\nPORT=4000'],
  ['characters of no width', '\u200BSTORE_MODE\u200B=\u2060production\u200B\nPORT=4000'],
  ['straight quotes', 'STORE_MODE="production"\nPORT=\'4000\''],
  ['back quotes', 'STORE_MODE=`production`\nPORT=4000'],
  ['quotes of a word processor', 'STORE_MODE=“production”\nPORT=‘4000’'],
  ['quotes of another language', 'STORE_MODE=„production“\nPORT=‚4000‘'],
  ['comments', '# the shop\nSTORE_MODE=production # not a demo\nPORT="4000" # "free"\n\n'],
  ['a name twice with one value', 'PORT=4000\nSTORE_MODE=production\nPORT=4000'],
])('a file is read with %s', (_, text) => {
  const { values, repeated, faults } = read(text)
  expect(Object.fromEntries(values)).toEqual(production)
  expect([...repeated, ...faults]).toEqual([])
})

test.each([
  ['little', Buffer.from('\uFEFFSTORE_MODE=production\r\nPORT=4000', 'utf16le')],
  ['big', Buffer.from('\uFEFFSTORE_MODE=production\r\nPORT=4000', 'utf16le').swap16()],
])('UTF-16 is read, %s end first', (_, bytes) => {
  expect(Object.fromEntries(parseEnvFile(bytes).values)).toEqual(production)
})

test.each([
  ['SMS_BODY=\'{"to":"{to}","text":"{text}"}\'', '{"to":"{to}","text":"{text}"}'],
  ['SMTP_URL=smtps://user:a#b@mail.example.com', 'smtps://user:a#b@mail.example.com'],
  ['DATABASE_URL=postgres://store:x=y@localhost/store', 'postgres://store:x=y@localhost/store'],
  ['DATA_DIR="C:\\new\\data"', 'C:\\new\\data'],
  ['STORE_NAME="  Müller’s #1 parts  "', '  Müller’s #1 parts  '],
  ['STORE_NAME=Joe\'s "best" parts', 'Joe\'s "best" parts'],
  ['STORE_NAME="🔧 parts"', '🔧 parts'],
  ['STORE_NAME=', ''],
  ['STORE_NAME=""', ''],
  ['STORE_NAME=# none', ''],
])('the value of %s', (line, value) => {
  expect([...read(line).values.values()]).toEqual([value])
})

test.each([
  ['STORE_MODE: production'],
  ['STORE_MODE production'],
  ['export STORE_MODE'],
  ['set STORE_MODE=production'],
  ['$env:STORE_MODE="production"'],
  ['STORE_NAME="Parts'],
  ['MAIL_FROM="Parts" <store@example.com>'],
  ['=production'],
])('a line that cannot be read is a fault with its number and without its value: %s', (line) => {
  const { values, faults } = read(`# the shop\r\nPORT=4000\r\n${line}\r\nSTORE_MODE=production\r\n`)
  expect(faults).toEqual([expect.stringMatching(/^line 3 /)])
  expect(faults[0]).not.toMatch(/production|Parts/)
  // nothing after it is lost, as behind a quotation mark that is not closed
  expect(Object.fromEntries(values)).toMatchObject(production)
})

test('a file in another encoding is a fault', () => {
  const fault = ['is not UTF-8: save it again with the encoding UTF-8']
  expect(read('STORE_NAME=Müller', 'latin1').faults).toEqual(fault)
  expect(read('STORE_MODE=production', 'utf16le').faults).toEqual(fault)
})

test('of two values of a name the last one counts', () => {
  const { values, repeated } = read('PORT=1\nPORT=2')
  expect([...values, ...repeated]).toEqual([['PORT', '2'], 'PORT'])
})
