const MAX_LENGTH = 300

const INVISIBLE = /(?![\u200c\u200d])\p{Cf}|\p{Cs}/gu
const SPACES = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
const SCHEME = /[a-z][a-z0-9+.-]*:\/\//gi
const COLON = /:(?=[^\s\d])/gu
/** A dot before a letter, as in every domain, and the characters of which IDNA (UTS 46) or NFKC makes such dots and letters. */
const DOMAIN_DOT =
  /[.\u2024-\u2026\u2488-\u249b\u3002\u33c2\u33c7\u33d8\ufe19\ufe30\ufe52\uff0e\uff61\u{1f100}](?=(?:\u200c|\u200d|\p{M})*[\p{L}\p{S}\p{Nl}\p{No}])/gu
const IPV4 = /\d+(?:\.\d+){3,}/g

/** User text for a mail: its first 300 characters on one line, without format characters except joiners, and without web or mail addresses that a mail program turns into a link. */
export function plainLine(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .replace(INVISIBLE, '')
    .replace(SPACES, ' ')
    .replaceAll('\\', '/')
    .replace(SCHEME, '')
    .replace(COLON, ': ')
    .replace(DOMAIN_DOT, '$& ')
    .replace(IPV4, (address) => address.replaceAll('.', '. '))
    .trim()
}
