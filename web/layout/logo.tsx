import { Link } from 'react-router'
import { useStore } from '../api/store-config.ts'

/** Sign and name of the store. */
export function Logo() {
  return (
    <>
      <svg viewBox="0 0 34 34" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
        <path d="M17 2 30 9.5v15L17 32 4 24.5v-15Z" strokeLinejoin="round" />
        <circle cx="17" cy="17" r="7.5" />
        <path d="M17 6v22M6 17h22" strokeWidth="1" strokeDasharray="6 1.5 1.5 1.5" />
        <circle cx="17" cy="17" r="2.6" fill="var(--signal)" stroke="none" />
      </svg>
      {useStore().name}
    </>
  )
}

export function LogoLink() {
  return (
    <Link className="logo" to="/">
      <Logo />
    </Link>
  )
}
