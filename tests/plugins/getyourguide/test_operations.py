"""What staff send to GetYourGuide keeps to its limits and its spelling."""

from typing import ClassVar

import pytest

from outfitter_getyourguide.operations import NewDeal, NewSupplier

pytestmark = pytest.mark.rules


class TestSupplierCalls:
    DEAL: ClassVar = {
        "external_product_id": "CAVES",
        "deal_name": "Late",
        "deal_type": "last_minute",
        "date_range": {"start": "2027-06-01", "end": "2027-06-30"},
        "discount_percentage": 10.5,
        "notice_period_days": 3,
    }

    def test_a_deal_is_sent_in_their_spelling(self):
        assert NewDeal.model_validate(self.DEAL).data() == {
            "data": {
                "externalProductId": "CAVES",
                "dealName": "Late",
                "dealType": "last_minute",
                "dateRange": {"start": "2027-06-01", "end": "2027-06-30"},
                "discountPercentage": 10.5,
                "noticePeriodDays": 3,
            }
        }

    @pytest.mark.parametrize(
        "change",
        [
            {"notice_period_days": 4},
            {"deal_type": "early_bird"},
            {"discount_percentage": 0},
            {"date_range": {"start": "2027-07-01", "end": "2027-06-30"}},
            {"deal_type": "other"},
            {"max_vacancies": 0},
            {"strange": 1},
        ],
    )
    def test_a_deal_that_they_would_refuse_is_not_sent(self, change):
        with pytest.raises(ValueError, match="validation error"):
            NewDeal.model_validate({**self.DEAL, **change})

    @pytest.mark.parametrize(
        "change",
        [
            {"country": "PT"},
            {"first_name": "x" * 46},
            {"website_url": "reef"},
            {"email": "reef"},
            {"city": "LAGOS"},
            {"mobile_number": "1" * 21},
        ],
    )
    def test_a_supplier_keeps_to_their_limits(self, change):
        whole = {
            "external_supplier_id": "s1",
            "first_name": "A",
            "last_name": "B",
            "email": "a@b.example",
            "legal_company_name": "Reef",
            "website_url": "https://reef.example",
            "country": "PRT",
            "currency": "EUR",
        }
        assert NewSupplier.model_validate(whole).data()["data"]["legalStatus"] == "company"
        with pytest.raises(ValueError, match="validation error"):
            NewSupplier.model_validate({**whole, **change})
