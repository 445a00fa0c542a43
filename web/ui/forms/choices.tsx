import { useId } from 'react'
import { Link } from 'react-router'

export type Choice = { text: string; to: string; isNow: boolean }

export function Choices({ label, choices }: { label: string; choices: Choice[] }) {
  const id = useId()
  return (
    <nav aria-labelledby={id}>
      <p id={id}>{label}</p>
      <ul>
        {choices.map(({ text, to, isNow }) => (
          <li key={text}>
            <Link to={to} aria-current={isNow ? 'true' : undefined} preventScrollReset>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
