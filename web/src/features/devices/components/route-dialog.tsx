'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { PrintRoute, PrintRouteIn, PrintSettings } from '@/api/device-models'
import { FormRadio, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { printersHere } from '@/components/printing/qz'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { devicesQuery } from '../api'
import { deleteRoute, locationsQuery, printSettingsQuery, saveRoute } from '../printing-api'
import { papers, paperKinds, printsOn, vias } from '../print-choices'

const schema = z.looseObject({})
const shown = ['kind', 'location_id', 'via', 'device_id', 'printer_name', 'paper', 'copies']
type Values = Omit<PrintRouteIn, 'device_id' | 'location_id'> & { device_id: number; location_id: number }

const empty: Values = {
  kind: 'ticket',
  location_id: 0,
  via: 'device',
  device_id: 0,
  printer_name: '',
  paper: 'roll_80',
  copies: 1,
  is_drawn: false,
}
const valuesOf = (route: PrintRoute) =>
  ({ ...route, device_id: route.device_id ?? 0, location_id: route.location_id ?? 0 }) as unknown as Values

function bodyOf(values: Values, version: number | null): PrintRouteIn {
  const { kind, via, printer_name, paper, copies, is_drawn } = values
  const device_id = via === 'device' ? values.device_id || null : null
  return {
    kind,
    via,
    device_id,
    printer_name,
    paper,
    copies,
    is_drawn,
    location_id: values.location_id || null,
    version,
  }
}

/** Where papers of a kind come out. */
export function RouteDialog({ route, onClose }: { route: PrintRoute | 'new'; onClose: () => void }) {
  const t = useTranslations('printing')
  const queries = useQueryClient()
  const isNew = route === 'new'
  const keep = (settings: PrintSettings) => {
    queries.setQueryData(printSettingsQuery.queryKey, settings)
    onClose()
  }
  return (
    <FormDialog<Values, PrintSettings>
      title={isNew ? t('addRoute') : t('changeRoute')}
      values={isNew ? empty : valuesOf(route)}
      schema={schema}
      shown={shown}
      save={(values) => saveRoute(bodyOf(values, isNew ? null : route.version))}
      onSaved={keep}
      onClose={onClose}
    >
      <Fields isNew={isNew} />
      {!isNew && <Remove route={route} onGone={keep} />}
    </FormDialog>
  )
}

function Fields({ isNew }: { isNew: boolean }) {
  const t = useTranslations('printing')
  const { data: locations = [] } = useQuery(locationsQuery)
  const { data: devices = [] } = useQuery(devicesQuery)
  const via = useWatch<Values, 'via'>({ name: 'via' })
  const places = [{ id: 0, name: t('everywhere') }, ...locations.map(({ id, name }) => ({ id, name }))]
  const printers = devices.filter(({ kind }) => printsOn.includes(kind)).map(({ id, name }) => ({ id, name }))
  return (
    <>
      <FormSelect
        name="kind"
        label={t('kind')}
        options={paperKinds.map((id) => ({ id, name: t(`kind_${id}`) }))}
        isDisabled={!isNew}
      />
      <FormSelect name="location_id" label={t('place')} options={places} isDisabled={!isNew} />
      <FormRadio
        name="via"
        label={t('via')}
        options={vias.map((id) => ({ id, name: t(`via_${id}`), note: t(`viaNote_${id}`) }))}
      />
      {via === 'device' &&
        (printers.length > 0 ? (
          <FormSelect name="device_id" label={t('device')} options={[{ id: 0, name: t('choose') }, ...printers]} />
        ) : (
          <Notice tone="warn">{t('noPrinters')}</Notice>
        ))}
      {via === 'qz' && <Notice tone="warn">{t('qzWarning')}</Notice>}
      {via !== 'browser' && <Printer isQz={via === 'qz'} />}
    </>
  )
}

function Printer({ isQz }: { isQz: boolean }) {
  const t = useTranslations('printing')
  return (
    <>
      <FormText name="printer_name" label={t('printerName')} hint={t(isQz ? 'printerNameQz' : 'printerNameAgent')} />
      {isQz && <FindPrinters />}
      <FormSelect name="paper" label={t('paper')} options={papers.map((id) => ({ id, name: t(`paper_${id}`) }))} />
      <FormSelect name="copies" label={t('copies')} options={[1, 2, 3, 4, 5].map((id) => ({ id, name: String(id) }))} />
      <FormSwitch name="is_drawn" hint={t('drawnHint')}>
        {t('drawn')}
      </FormSwitch>
    </>
  )
}

/** The printers of this computer, to choose from. */
function FindPrinters() {
  const t = useTranslations('printing')
  const print = useTranslations('print')
  const { setValue } = useFormContext<Values>()
  const [found, setFound] = useState<string[] | null>(null)
  const find = useMutation({
    mutationFn: printersHere,
    onSuccess: setFound,
    onError: () => toast.error(print('qz_missing'), { description: print('qz_missing_way') }),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onPress={() => find.mutate()} isPending={find.isPending}>
        {t('findPrinters')}
      </Button>
      {found?.map((name) => (
        <Button key={name} size="sm" look="quiet" onPress={() => setValue('printer_name', name)}>
          {name}
        </Button>
      ))}
    </div>
  )
}

function Remove({ route, onGone }: { route: PrintRoute; onGone: (settings: PrintSettings) => void }) {
  const t = useTranslations('printing')
  const errorText = useErrorText()
  const remove = useMutation({
    mutationFn: () => deleteRoute(route.id),
    onSuccess: onGone,
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button look="danger" onPress={() => remove.mutate()} isPending={remove.isPending}>
      {t('removeRoute')}
    </Button>
  )
}
