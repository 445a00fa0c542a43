import { projects, skills, portfolioTexts as texts } from '#contract/store/content/portfolio-texts.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { pageMeta, rootData } from '../../platform/layout/page-meta.ts'
import { buttonClass, LinkButton } from '../../platform/ui/button.tsx'
import { PageSection } from '../../platform/ui/page-section.tsx'
import { Drawing } from '../../platform/ui/picture.tsx'
import { EmptyState } from '../../platform/ui/states.tsx'
import type { Route } from './+types/portfolio-route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const page = { matches, title: texts.title, path: '/portfolio' }
  if (!rootData(matches).config?.store.demo)
    return [...pageMeta(page), { name: 'robots', content: 'noindex' }]
  return pageMeta({ ...page, description: texts.bio[0] })
}

/** The demo's developer; a shop has no portfolio of its own yet. */
export default function PortfolioPage() {
  return useStore().demo ? <Portfolio /> : <EmptyPortfolio />
}

function EmptyPortfolio() {
  return (
    <section className="wrap section section--first" aria-labelledby="h-portfolio">
      <div className="section__head">
        <div className="section__number" aria-hidden="true" />
        <h1 id="h-portfolio">{texts.title}</h1>
      </div>
      <EmptyState title={texts.empty}>
        <p>{texts.emptyText}</p>
        <LinkButton to="/parts" variant="primary">
          {texts.allParts}
        </LinkButton>
      </EmptyState>
    </section>
  )
}

function Portfolio() {
  return (
    <div className="wrap">
      <section className="section section--first bio" aria-labelledby="h-bio">
        <div className="figure">
          <Drawing src={texts.portrait} alt={texts.name} width={200} height={208} isEager />
        </div>
        <div>
          <p className="numeric">{texts.work}</p>
          <h1 id="h-bio">{texts.name}</h1>
          {texts.bio.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </section>
      <PageSection id="h-skills" title={texts.skills} className="section--next">
        <ul className="skills">
          {skills.map(({ name, text }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </PageSection>
      <PageSection id="h-projects" title={texts.projects} lead={texts.projectsText} className="section--next">
        <ul className="grid">
          {projects.map((project) => (
            <ProjectCard key={project.name} project={project} />
          ))}
        </ul>
      </PageSection>
    </div>
  )
}

function ProjectCard({ project }: { project: (typeof projects)[number] }) {
  const links = [
    { text: texts.live, href: project.live },
    { text: texts.code, href: project.code },
  ]
  return (
    <li className="card">
      <div className="card__picture figure">
        <Drawing src={project.picture} />
      </div>
      <div className="card__body">
        <h3>{project.name}</h3>
        <p className="description">{project.text}</p>
        <div className="links">
          {links.map(({ text, href }) => (
            <a
              key={text}
              className={buttonClass({ size: 'small' })}
              href={href}
              aria-label={texts.linkText(text, project.name)}
            >
              {text}
            </a>
          ))}
        </div>
      </div>
    </li>
  )
}
