import { useState } from "react";
import { useBuilder } from "../context";
import type { Timeslot } from "../types";
import type { WaitlistForm } from "../waitlist/waitlist-form";

type Loaded = {
  Form: typeof WaitlistForm;
  messages: Parameters<typeof WaitlistForm>[0]["messages"];
};

const FULL = new Set(["sold_out", "resource_unavailable"]);

/** The form, its words and its style: most visitors never want them. */
async function load(language: string): Promise<Loaded> {
  const [{ WaitlistForm: Form }, { loadWaitlistMessages }] = await Promise.all([
    import("../waitlist/waitlist-form"),
    import("../../messages/waitlist"),
    import("../late"),
  ]);
  return { Form, messages: await loadWaitlistMessages(language) };
}

/** Where a departure is full, the way onto its waiting list. */
export function WaitlistDoor({ slots }: { slots: Timeslot[] }) {
  const { t, init, language } = useBuilder();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [busy, setBusy] = useState(false);
  const full = slots.filter(
    ({ reason, is_call_to_book }) => FULL.has(reason ?? "") && !is_call_to_book,
  );
  if (!init.properties.is_waitlist_on || full.length === 0) return null;
  if (loaded) return <loaded.Form slots={full} messages={loaded.messages} />;
  const open = (): void => {
    setBusy(true);
    load(language).then(setLoaded, () => setBusy(false));
  };
  return (
    <p className="waitlist-door">
      <button
        type="button"
        className="button quiet"
        disabled={busy}
        onClick={open}
      >
        {t("waitlistJoin")}
      </button>
    </p>
  );
}
