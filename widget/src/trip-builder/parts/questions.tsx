import { useBuilder } from '../context'
import { questionGroups, type Group } from '../questions'
import { activeOrders } from '../types'
import { QuestionField } from './question'

/** What the operator wants to know, guest by guest. */
export function Questions() {
  const { t, state } = useBuilder()
  const groups = questionGroups(state.trip)
  const hasSeveral = activeOrders(state.trip).length > 1
  const titleOf = ({ title, guest }: Group): string => [hasSeveral && title, guest].filter(Boolean).join(' · ') || t('aboutBooking')
  return groups.map((group) => (
    <fieldset key={group.key} className="questions">
      <legend>{titleOf(group)}</legend>
      <div className="fields">
        {group.questions.map((question) => (
          <QuestionField key={question.key} question={question} />
        ))}
      </div>
    </fieldset>
  ))
}
