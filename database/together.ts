import type { Db } from './open.ts'

type Asked<Question, Answer> = {
  question: Question
  resolve: (answer: Answer | Promise<Answer>) => void
  reject: (error: unknown) => void
}

/** One statement for a few questions; its answers in their order, some of which may take longer than others. */
type AskAll<Question, Answer> = (db: Db, questions: Question[]) => Promise<(Answer | Promise<Answer>)[]>

/** More in one statement save little, and bring all callers into step: then Node waits while the database works. */
export const MOST_TOGETHER = 4

/**
 * Asks in one statement what comes in one turn of the process: calls that arrive while it is busy share a way to the
 * database and back. Nobody waits for others to come, and nothing is asked before it was wanted. In a transaction each
 * is asked by itself. A statement that fails fails for all that it was asked for.
 */
export function together<Question, Answer>(
  askAll: AskAll<Question, Answer>,
): (db: Db, question: Question) => Promise<Answer> {
  const waiting = new WeakMap<Db, Asked<Question, Answer>[]>()

  function send(db: Db): void {
    const asked = waiting.get(db) ?? []
    waiting.delete(db)
    for (let at = 0; at < asked.length; at += MOST_TOGETHER)
      void answer(db, asked.slice(at, at + MOST_TOGETHER))
  }

  async function answer(db: Db, asked: Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await askAll(
        db,
        asked.map(({ question }) => question),
      )
      for (const [at, one] of answers.entries()) asked[at]?.resolve(one)
      for (const { reject } of asked.slice(answers.length)) reject(new Error('a question has no answer'))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (db, question) =>
    new Promise((resolve, reject) => {
      const asked = { question, resolve, reject }
      if (db.isTransaction) return void answer(db, [asked])
      const others = waiting.get(db)
      if (others) return void others.push(asked)
      waiting.set(db, [asked])
      setImmediate(send, db)
    })
}
