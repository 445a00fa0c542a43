import type { Hours } from '#contract/platform/shop.ts'
import { statistics } from '#contract/store/content/home-texts.ts'
import type { Settings } from '#contract/store/settings/settings.ts'
import type { Config } from '../../platform/config/config.ts'

const weekday = { opens: '07:30', closes: '18:00' }
const demoHours: Hours = {
  week: [weekday, weekday, weekday, weekday, weekday, { opens: '08:00', closes: '14:00' }, null],
  exceptions: [],
}

/** The value of each setting until somebody saves one: that of the environment; what has no variable is filled in for a demo only. */
export function defaultSettings({ shop, demo }: Pick<Config, 'shop' | 'demo'>): Settings {
  return {
    ...shop,
    logo: null,
    accent: null,
    taxRate: shop.taxRate / 100,
    hours: demo ? demoHours : null,
    statistics: demo ? [...statistics] : [],
  }
}
