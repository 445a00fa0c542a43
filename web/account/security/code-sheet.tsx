import { accountTexts } from '#contract/messages/account/account.ts'
import { useStore } from '../../api/store-config.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'

const texts = accountTexts.recovery

type CodeSheetProps = { codes: string[]; email: string; onKept: () => void }

/** New recovery codes, this once: to copy, to download, or to print alone on a sheet. */
export function CodeSheet({ codes, email, onKept }: CodeSheetProps) {
  const store = useStore()
  const head = texts.fileHead(store.name, email)
  const file = [head, '', ...codes, ''].join('\n')

  async function onCopy() {
    try {
      // missing on plain http, refused where the person forbids it
      await navigator.clipboard.writeText(codes.join('\n'))
      notify({ text: texts.copied })
    } catch {
      notify({ text: texts.notCopied, tone: 'bad' })
    }
  }
  return (
    <div className="codes">
      <p className="codes__head">{head}</p>
      <ul className="num" aria-label={texts.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="no-print">{texts.once}</p>
      <div className="form__acts no-print">
        <Button onClick={onCopy}>{texts.copy}</Button>
        <a
          className={buttonClass({})}
          download={texts.file}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        >
          {texts.download}
        </a>
        <Button onClick={() => window.print()}>{texts.print}</Button>
        <Button look="go" onClick={onKept}>
          {texts.kept}
        </Button>
      </div>
    </div>
  )
}
