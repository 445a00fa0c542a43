import { useId } from 'react'
import { Link } from 'react-router'

export type Choice = { text: string; to: string; isCurrent: boolean }

export function Choices({ label, choices }: { label: string; choices: Choice[] }) {
  const id = useId()
  return (
    <nav aria-labelledby={id}>
      <p id={id}>{label}</p>
      <ul>
        {choices.map(({ text, to, isCurrent }) => (
          <li key={text}>
            <Link to={to} aria-current={isCurrent ? 'true' : undefined} preventScrollReset>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
