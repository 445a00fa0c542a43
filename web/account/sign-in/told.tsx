import { LinkButton } from '../../ui/button.tsx'

/** What was done, and the way on. */
export function Told({ text, to, act }: { text: string; to: string; act: string }) {
  return (
    <div className="form">
      <p className="told" role="status">
        {text}
      </p>
      <div className="form__acts">
        <LinkButton to={to} look="go">
          {act}
        </LinkButton>
      </div>
    </div>
  )
}
