import { useEffect, useId, useRef } from 'react'
import { Cross } from '../../icons'
import type { PortalUi } from '../ui'
import type { Task } from '../task'

type Props = { ui: PortalUi; title: string; children: React.ReactNode }

/** A window above the page: the whole screen of a phone, the middle of a desk's. */
export function Dialog({ ui, title, children }: Props) {
  const id = useId()
  const window = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const own = window.current!
    if (!own.open) own.showModal()
    heading.current?.focus()
    return () => own.close()
  }, [])
  const cancel = (event: { preventDefault: () => void }): void => {
    event.preventDefault()
    ui.close()
  }
  return (
    <dialog className="panel" aria-labelledby={id} ref={window} onCancel={cancel}>
      <header className="panel-head">
        <h2 id={id} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <button type="button" className="icon-button" aria-label={ui.t('close')} onClick={ui.close}>
          <Cross />
        </button>
      </header>
      <div className="panel-body">{children}</div>
    </dialog>
  )
}

type ProblemProps = { ui: PortalUi; task: Task }

/** What went wrong, and that what was typed is still there. */
export function Problem({ ui: { t }, task }: ProblemProps) {
  return task.problem ? (
    <div className="notice danger" role="alert">
      <p>{t(task.problem)}</p>
    </div>
  ) : null
}

type ActionsProps = { task: Task; label: string; isOff?: boolean; isDanger?: boolean; onClick?: () => void; children?: React.ReactNode }

/** The one button that matters, and what stands beside it. */
export function Actions({ task, label, isOff = false, isDanger = false, onClick, children }: ActionsProps) {
  return (
    <div className="panel-actions">
      {children}
      <button
        type={onClick ? 'button' : 'submit'}
        className={isDanger ? 'button main-button danger' : 'button main-button'}
        disabled={isOff}
        data-busy={task.isBusy}
        {...(onClick && { onClick })}
      >
        {task.isBusy && <span className="spinner" aria-hidden="true" />}
        {label}
      </button>
    </div>
  )
}
