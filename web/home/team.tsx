import { networkLinkText, networkNames, team, homeTexts as texts } from '#contract/messages/home.ts'
import { useStore } from '../api/store-config.ts'
import { telLink } from '../layout/navigation-bar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Sheet } from '../ui/dialogs/sheet.tsx'
import { Icon } from '../ui/icon.tsx'
import { Drawing } from '../ui/picture.tsx'

type Network = keyof typeof networkNames
const networks: Network[] = ['facebook', 'linkedin', 'x']

/** Two people of the counter, to be called. */
export function Team() {
  const { phone } = useStore()
  return (
    <Sheet id="h-team" title={texts.team}>
      <ul className="team">
        {team.map((person) => (
          <li key={person.name}>
            <div className="plate">
              <Drawing src={person.portrait} alt={person.name} width={200} height={208} />
            </div>
            <div className="team__b">
              <h3>{person.name}</h3>
              <p>{person.work}</p>
              <a className={buttonClass({})} href={telLink(phone)} aria-label={texts.callPerson(person.name)}>
                <Icon name="phone" size={18} />
                {texts.call}
              </a>
            </div>
            <div className="social">
              {networks.map((network) => (
                <a
                  key={network}
                  className="ico"
                  href={person.links[network]}
                  rel="noreferrer"
                  aria-label={networkLinkText(person.name, networkNames[network])}
                >
                  <Icon name={network} />
                </a>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
