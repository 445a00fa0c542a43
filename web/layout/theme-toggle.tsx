import { layoutTexts } from '#contract/messages/layout.ts'
import { Icon } from '../ui/icon.tsx'

/** Turns paper into blueprint and back; the choice is remembered in this browser. */
export function ThemeToggle() {
  return (
    <button type="button" className="ico" aria-label={layoutTexts.switchTheme} onClick={switchTheme}>
      <Icon name="theme" />
    </button>
  )
}

function switchTheme(): void {
  const { dataset } = document.documentElement
  const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  const theme = isDark ? 'light' : 'dark'
  dataset.theme = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be forbidden: the choice then lasts for this page.
  }
}
