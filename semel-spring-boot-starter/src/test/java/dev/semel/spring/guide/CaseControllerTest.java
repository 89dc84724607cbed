package dev.semel.spring.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;

import dev.semel.spring.guide.CaseController.CaseOpened;
import dev.semel.spring.guide.CaseController.OpenCase;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

// snippet: spring-webmvc-test
@WebMvcTest(CaseController.class) // no Semel here: handlers run as if nothing were annotated
@Import(Security.class)
class CaseControllerTest {
  @Autowired MockMvcTester mvc;
  @MockitoBean CaseDesk desk;

  @Test
  void aNewCaseHasALocation() {
    given(desk.open(new OpenCase("noise"))).willReturn(new CaseOpened(7, "noise"));
    assertThat(
            mvc.post()
                .uri("/cases")
                .with(user("north-olga"))
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"complaint\": \"noise\"}"))
        .hasStatus(201)
        .hasHeader("Location", "/cases/7");
  }
}
// end snippet
