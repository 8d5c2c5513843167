/** Short messages above the page: `toast(text, { action: { label, onClick } })`, `toast.success`, `toast.error`. */
export { toast } from 'sonner'
